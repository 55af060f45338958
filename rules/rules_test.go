package rules_test

import (
	"testing"

	"github.com/skilllint/skilllint/analysis/analysistest"
	"github.com/skilllint/skilllint/internal/memtemp"
	"github.com/skilllint/skilllint/rules"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

func TestFixtures(t *testing.T) { analysistest.Run(t, "../fixtures", rules.All()...) }

func TestRules(t *testing.T) { analysistest.Rules(t, "../fixtures", rules.All()...) }
