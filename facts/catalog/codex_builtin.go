package catalog

func (w *codexScan) builtins(home string) {}
