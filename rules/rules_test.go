package rules_test

import (
	"testing"

	"github.com/skilllint/skilllint/analysis/analysistest"
	"github.com/skilllint/skilllint/rules"
)

func TestFixtures(t *testing.T) { analysistest.Run(t, "../fixtures", rules.All()...) }

func TestRules(t *testing.T) { analysistest.Rules(t, "../fixtures", rules.All()...) }
