-- Neovim 0.8 to 0.10: add to ~/.config/nvim/init.lua.
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "markdown", "json", "jsonl", "yaml", "toml" },
  callback = function(event)
    local markers = vim.fs.find({ ".git", ".skilllint.yaml" }, { path = event.file, upward = true })
    vim.lsp.start({
      name = "skilllint",
      cmd = { "skilllint", "lsp" },
      root_dir = vim.fs.dirname(markers[1]) or vim.fn.getcwd(),
    })
  end,
})
