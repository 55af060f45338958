module github.com/skilllint/skilllint/integrations/beam

go 1.26.0

replace github.com/skilllint/skilllint => ../..

require (
	github.com/apache/beam/sdks/v2 v2.77.0
	github.com/go-git/go-git/v5 v5.19.3
	github.com/parquet-go/parquet-go v0.32.0
	github.com/skilllint/skilllint v0.0.0
)
