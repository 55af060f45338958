use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result, Worktree};

struct Skilllint;

impl zed::Extension for Skilllint {
    fn new() -> Self {
        Skilllint
    }

    /// Starts the program in the setting `lsp.skilllint.binary.path`, or the one in PATH.
    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)?.binary;
        let command = binary
            .and_then(|b| b.path)
            .or_else(|| worktree.which("skilllint"))
            .ok_or("skilllint was not found in PATH")?;
        Ok(zed::Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Skilllint);
