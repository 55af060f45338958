package behavior

import "strings"

// guards are services that protect a computer.
const guards = "auditd falcon-sensor mdatp clamav-daemon wazuh-agent osqueryd sentinelone cbagentd sysmon windefend crowdstrike"

// disarmed returns what a command in lower case switches off, or "".
func disarmed(command string) string {
	has := func(parts ...string) bool {
		for _, p := range parts {
			if !strings.Contains(command, p) {
				return false
			}
		}
		return true
	}
	switch {
	case has("spctl", "--master-disable"), has("spctl", "--global-disable"):
		return "Gatekeeper"
	case has("csrutil", "disable"):
		return "System Integrity Protection"
	case has("netsh", "advfirewall", "state off"):
		return "the firewall"
	case has("set-mppreference", "disablerealtimemonitoring"), has("set-mppreference", "disablebehaviormonitoring"), has("add-mppreference", "exclusionpath") && strings.HasSuffix(strings.TrimRight(command, `"' `), `c:\`) || has("add-mppreference", "exclusionextension"):
		return "Windows Defender"
	case has("systemctl"), has("service"), has("launchctl"):
		for guard := range strings.FieldsSeq(guards) {
			if has(guard) && (has(" stop") || has(" disable") || has(" mask") || has(" unload") || has(" bootout")) {
				return guard
			}
		}
	}
	return ""
}
