package role

import "github.com/skilllint/skilllint/internal/phrase"

// Groups of phrases about a name. The first are hints: their bits are those of Status.
const (
	hints        = phrase.Set(Told)<<1 - 1
	absentBefore = phrase.Set(1) << (16 + iota)
	absentAfter
	absentRemark
	ofProject
	record
	makes
	moves
	reads
	place
	owner
	existence
	ifThere
	absentColumn
)

// statuses has the phrases of all groups.
var statuses = phrase.NewTable(func() map[phrase.Set]string {
	return map[phrase.Set]string{
		phrase.Set(Absent): "planned|future|coming soon|todo|not yet|deferred|deprecated|deprecates|deprecation|proposed|removed|retired|renamed|replaced|replaces|legacy|former|" +
			"formerly|old|no longer|does not exist|doesn't exist|not available|not shipped|there is no",
		phrase.Set(Discouraged): "do not|don't|never|not supported|unsupported|does not support|doesn't support|instead of|rather than|avoid|anti|antipatterns|anti-pattern",
		phrase.Set(Made):        "add|adds|create|creates|created|define",
		phrase.Set(Foreign): "external|upstream|party|third-party|official|builtin|built-in|built|bundled|plugin|plugins|install|installed|installs|separate|separately|" +
			"repository|repositories|from",
		phrase.Set(Owned):       "skill|skills|skill's|skills'|plugin|plugins|plugin's|repo|repos|repository|repositories|project|projects|project's|parent",
		phrase.Set(OfUser):      "your|their|user|users|user's|consumer|consumers|app|project's|template|scaffolded|generated",
		phrase.Set(Sample):      "e g|example|examples|like|such",
		phrase.Set(Conditional): "optional|optionally|if present|if exists|if it exists|if they exist|if available|if created|when present|if absent|if installed|only if",
		phrase.Set(Negated): "no|not|without|if|instead|cannot|can't|isn't|doesn't|won't|aren't|hasn't|haven't|wasn't|missing|anymore|gone|" +
			"kein|keine|nicht|pas|aucun|aucune|sin|não|нет|не",
		phrase.Set(Told): "blocked|pending|draft|wip|tbd|upcoming|roadmap|merged|archive|archived|historical|before|previous|previously|soon|yet",

		absentBefore: "no longer ship|no longer ships|no longer include|no longer includes|no longer contain|no longer contains|no longer provide|no longer provides|no longer has|" +
			"no longer have|does not ship|doesn't ship|does not include|doesn't include|does not contain|doesn't contain|there is no|won't be|removed|deleted",
		absentAfter: "no longer|not yet|does not exist|doesn't exist|do not exist|don't exist|was removed|were removed|been removed|was deleted|been deleted|" +
			"is not included|isn't included|is not shipped|coming soon|is added|was not created|to be written|is planned|are planned|is missing",
		absentRemark: "coming soon|planned|future|todo|tbd|not yet|removed|deleted",
		absentColumn: "old|former|formerly|previous|deprecated|legacy|removed|retired|replaces",
		ofProject: "each repo|every repo|each repository|each project|every project|project's|repo's|repository's|your project|your repo|your repository|current repo|current repository|repo root|repository root|project root|" +
			"repo-owned|workspace contains|client workspace|client's workspace|user's workspace",
		record: "new|created|added|updated|modified|deleted|removed|renamed|moved|migrated|refactored|rewritten",
		makes: "delete|deletes|remove|removes|rename|renames|create|creates|creating|write|writes|writing|generate|generates|generating|save|saves|saved|saving|" +
			"store|stores|export|exports|output|outputs|produce|produces|add|adds|adding|re-introduce|reintroduce|scaffold|scaffolds|emit|emits|touch|draft|" +
			"paste|pastes|maintain|maintains",
		reads: "with|using|via|by|from|see|read|run|runs|running|execute|use|uses|of|per|follow|following|through|consult|check|load|open|refer|python|python3|" +
			"node|bash|sh",
		moves:     "extracted|copied|moved|copy|copies|move|moves|rename|renames|put|place|turn|log|logging|record|recording|export|preserve|preserves|preserved",
		place:     "to|into|as|at|in",
		existence: "exists|exist|already exists|is present|is available|is missing|is absent|does not|doesn't exist|was created",
		ifThere:   "if missing|if it is missing|if present|if it is present|if exists|if it exists|if available|if absent|if found|when present",
		owner:     "your|project's|repository's|user's",
	}
})

// joinedDenials are denials in languages without spaces between words.
var joinedDenials = []string{"没", "不", "未", "无", "無", "ない", "ません", "なし", "없", "않"}

func hintsIn(text string) Status { return Status(statuses.In(wordsOf([]byte(text))) & hints) }

func has(text string, group phrase.Set) bool { return statuses.In(wordsOf([]byte(text)))&group != 0 }
