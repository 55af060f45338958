package headers

// An Answer is what an agent's program made of a case.
type Answer struct {
	Loads       bool
	Name        string // that the agent shows to its model, when it loads the skill
	Description string
	Error       string // what the program said, where it said something; for people
}
