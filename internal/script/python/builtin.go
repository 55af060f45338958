package python

import "strings"

// builtin are the names that Python defines, up to version 3.14.
const builtin = `
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup
False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError
ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError
MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError
OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError
ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning
SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError abs
aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright
credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash
help hex id input int isinstance issubclass iter len license list locals map max memoryview min next object oct open
ord pow print property quit range repr reveal_type reversed round set setattr slice sorted staticmethod str sum super
tuple type vars zip
`

// builtin2 are the names that only Python 2 defines.
const builtin2 = `
apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr unicode xrange
`

// hosted are names that a program defines for the scripts that it runs: notebooks, Databricks, FreeCAD, GIMP, Maya, QGIS and others.
const hosted = `
display get_ipython dbutils spark sc sqlContext App Gui FreeCAD FreeCADGui gimp pdb iface cmds bpy hou nuke unreal app doc adsk c me
`

// isBuiltin reports whether Python, or a program that runs the script, defines a name.
func isBuiltin(name string) bool {
	return strings.HasPrefix(name, "__") || hasWord(builtin, name) || hasWord(hosted, name)
}

func hasWord(list, word string) bool {
	for at := 0; ; {
		n := strings.Index(list[at:], word)
		if n < 0 {
			return false
		}
		start, end := at+n, at+n+len(word)
		if isSpace(list[start-1]) && isSpace(list[end]) {
			return true
		}
		at = end
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' }
