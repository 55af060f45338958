module github.com/skilllint/skilllint/integrations/benchmark

go 1.26
