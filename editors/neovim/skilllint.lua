-- Neovim 0.11 or later: save as ~/.config/nvim/lsp/skilllint.lua, and enable it with vim.lsp.enable("skilllint").
return {
  cmd = { "skilllint", "lsp" },
  filetypes = { "markdown", "json", "jsonl", "yaml", "toml" },
  root_markers = { ".git", ".skilllint.yaml" },
}
