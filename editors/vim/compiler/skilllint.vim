" Vim 8 and later: save as ~/.vim/compiler/skilllint.vim. `:compiler skilllint` and `:make` fill the quickfix list.
if exists("current_compiler")
  finish
endif
let current_compiler = "skilllint"

CompilerSet makeprg=skilllint\ --format\ concise
CompilerSet errorformat=%f:%l:%c:\ %t%*[a-z]\ %m,%-G%.%#
