// Package trust judges hosts, and files and variables with secrets, by their names.
package trust

import (
	"net/netip"
	"slices"
	"strings"
)

// A Level is the trustworthiness of a host.
type Level uint8

const (
	Vendor      Level = iota // a well-known vendor
	Local                    // this computer or a private network
	Placeholder              // a host that the reader must replace
	Unknown                  // any other host
	Odd                      // no encryption, an IP address, a login, or a service that publishes any text
)

// HostOf returns the host of an address without port and login, in lower case.
func HostOf(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		rest = url
	}
	if n := strings.IndexAny(rest, "/?# \t\n\"'`<>)"); n >= 0 {
		rest = rest[:n]
	}
	if n := strings.LastIndexByte(rest, '@'); n >= 0 {
		rest = rest[n+1:]
	}
	if strings.HasPrefix(rest, "[") {
		return strings.ToLower(rest)
	}
	host, _, _ := strings.Cut(rest, ":")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// In returns the trustworthiness of an address.
func In(url string) Level {
	url = strings.TrimSpace(url)
	scheme, rest, hasScheme := strings.Cut(url, "://")
	if !hasScheme {
		scheme, rest = "", url
	}
	host := HostOf(url)
	isOpen := isDotless(host) && !isWeb(scheme) // a bucket, a remote of rclone, or an alias of ssh
	isVariable := strings.HasPrefix(host, "$") || strings.Contains(host, "%")
	switch {
	case host == "", IsLocal(host) && !strings.Contains(host, "%") && !isOpen:
		return Local
	case isPlaceholderHost(host), host == "www.w3.org": // names of schemas
		return Placeholder
	case isNumber(host), hasScheme && hasLogin(rest) && !OneOf(host, vendors), publishesAnything(url, host):
		return Odd
	case isVariable && scheme == "http":
		return Odd
	case isVariable:
		return Unknown
	case OneOf(host, vendors):
		return Vendor
	case slices.Contains([]string{"http", "ftp", "tcp"}, strings.ToLower(scheme)), OneOf(host, suspiciousTLDs):
		return Odd
	}
	return Unknown
}

// publishesAnything reports whether a host publishes the files of everybody.
func publishesAnything(url, host string) bool {
	return strings.Contains(url, "gist.githubusercontent.com") || OneOf(host, untrustedServices)
}

// registryLogins are user names that package registries and hosts of code give to everybody.
const registryLogins = "oauth2accesstoken __token__ x-access-token oauth2 aws git"

// hasLogin reports whether an address has a user name or password before the host, other than one of a registry.
func hasLogin(rest string) bool {
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndexByte(rest[:end], '@')
	name, _, _ := strings.Cut(rest[:max(at, 0)], ":")
	return at > 0 && !slices.Contains(strings.Fields(registryLogins), name) && strings.Trim(name, "_") != "token" && !strings.Contains(rest[:at], "$") && !strings.Contains(rest[:at], "{") && !strings.HasPrefix(rest, "<")
}

// OneOf reports whether a host is one of several domains or a subdomain.
func OneOf(host string, domains string) bool {
	for d := range strings.FieldsSeq(domains) {
		if host == d || strings.HasSuffix(host, "."+d) {
			return true
		}
	}
	return false
}

// isWeb reports whether the hosts of addresses with a scheme are looked up in the network, where a name without a dot is a
// computer nearby.
func isWeb(scheme string) bool {
	switch strings.ToLower(scheme) {
	case "", "http", "https", "ws", "wss":
		return true
	}
	return false
}

// isDotless reports whether a host is a single name other than that of this computer.
func isDotless(host string) bool {
	return host != "" && host != "localhost" && !strings.ContainsAny(host, ".[")
}

// IsLocal reports whether a host is this computer or in a private network.
func IsLocal(host string) bool {
	switch {
	case host == "localhost", host == "0.0.0.0", host == "[::1]", host == "[::]", host == "host.docker.internal", strings.HasPrefix(host, "127."):
		return true
	case OneOf(host, "localhost local internal lan home.arpa svc cluster.local"):
		return true
	}
	return isPrivate(host) || !strings.Contains(host, ".") && !strings.HasPrefix(host, "$") && !strings.HasPrefix(host, "[") && !isNumber(host)
}

// isPrivate reports whether a host is an address of RFC 1918, in the usual notation.
func isPrivate(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && a.Is4() && a.IsPrivate()
}

// isPlaceholderHost reports whether a host is a placeholder: one of RFC 2606, dots, or another common one.
func isPlaceholderHost(host string) bool {
	if OneOf(host, "example.com example.org example.net your-domain.com yourdomain.com your-server.com my-server.com myapp.com your-app.com domain.com yoursite.com mysite.com company.com acme.com acme.corp") {
		return true
	}
	if isDotless(host) && (containsAny(host, "attacker", "lhost", "rhost", "listener") || OneOf("."+host, "ip host hostname server target remote") || strings.HasSuffix(host, "_ip") || strings.HasSuffix(host, "_host")) {
		return true
	}
	return host != "" && strings.Trim(host, ".") == "" || !strings.HasPrefix(host, "$") && containsAny(host, "<", "{", "[", "your-", "your_", "yourapp", "example", "…", "...")
}

// isNumber reports whether a host is an IP address in any notation.
func isNumber(host string) bool {
	if strings.HasPrefix(host, "[") {
		return true
	}
	if strings.HasPrefix(host, "0x") {
		return len(host) > 6 && strings.Trim(host[2:], "0123456789abcdef.x") == ""
	}
	if strings.Trim(host, "0123456789.") != "" || host == "" {
		return false
	}
	if dots := strings.Count(host, "."); dots != 3 {
		return dots == 0 && len(host) >= 8
	}
	return host != "0.0.0.0"
}

// untrustedServices are services that publish a text, forward a port, shorten an address or record requests without registration.
const untrustedServices = `pastebin.com paste.ee hastebin.com dpaste.com dpaste.org ghostbin.co termbin.com paste.rs ix.io sprunge.us 0x0.st rentry.co
 controlc.com privatebin.net pastecode.io glot.io justpaste.it snippet.host paste.gg transfer.sh file.io temp.sh bashupload.com oshi.at anonfiles.com catbox.moe gofile.io
 bit.ly tinyurl.com t.co goo.gl is.gd v.gd cutt.ly rb.gy shorturl.at tiny.cc ow.ly rebrand.ly t.ly
 ngrok.io ngrok.app ngrok-free.app ngrok.dev ngrok-free.dev trycloudflare.com serveo.net localhost.run lhr.life loca.lt localtunnel.me pagekite.me bore.pub telebit.io
 webhook.site requestbin.com requestbin.net pipedream.net requestcatcher.com hookbin.com beeceptor.com burpcollaborator.net oastify.com oast.fun oast.live oast.me oast.online oast.pro oast.site
 interact.sh interactsh.com dnslog.cn ceye.io canarytokens.com hooks.slack.com discordapp.com discord.com api.telegram.org onion`

// suspiciousTLDs are top-level domains with free or very cheap registration.
const suspiciousTLDs = "tk ml ga cf gq top xyz icu buzz click monster rest zip mov cam surf onion"

// vendors are hosts of documented installers and APIs.
const vendors = `astral.sh bun.sh sh.rustup.rs rustup.rs deno.land deno.com nodejs.org nodesource.com npmjs.com npmjs.org yarnpkg.com pnpm.io volta.sh fnm.vercel.app
 python.org pypa.io pypi.org pythonhosted.org python-poetry.org pixi.sh conda.io anaconda.com mamba.pm pyenv.run rye.astral.sh rubygems.org rvm.io
 golang.org go.dev julialang.org haskell.org elixir-lang.org scala-lang.org sdkman.io gradle.org apache.org
 githubusercontent.com github.com gitlab.com bitbucket.org brew.sh nixos.org determinate.systems install.determinate.systems mise.run mise.jdx.dev asdf-vm.com
 pi-hole.net docker.com docker.io kubernetes.io k8s.io helm.sh k3s.io rancher.io k3d.io kind.sigs.k8s.io istio.io linkerd.io fluxcd.io tilt.dev dapr.io
 dot.net google.com googleapis.com cloud.google.com awscli.amazonaws.com aws.amazon.com amazon.com microsoft.com azure.com azureedge.net aka.ms visualstudio.com cloudflare.com
 anthropic.com claude.ai claude.com openai.com chatgpt.com opencode.ai cursor.com gemini.google.com x.ai mistral.ai cohere.ai huggingface.co ollama.com ollama.ai openrouter.ai groq.com
 fly.io vercel.com netlify.com heroku.com render.com railway.com supabase.com supabase.co planetscale.com neon.tech turso.tech digitalocean.com linode.com hetzner.com
 hashicorp.com terraform.io pulumi.com ansible.com datadoghq.com sentry.io grafana.com prometheus.io elastic.co newrelic.com stripe.com twilio.com tailscale.com wireguard.com letsencrypt.org certbot.eff.org acme.sh get.acme.sh
 jsdelivr.net unpkg.com cdnjs.com esm.sh skypack.dev debian.org ubuntu.com fedoraproject.org alpinelinux.org archlinux.org kernel.org gnu.org opensuse.org redhat.com snapcraft.io flathub.org
 foundry.paradigm.xyz solana.com anza.xyz getfoundry.sh starship.rs sh.starship.rs ohmyz.sh code-server.dev just.systems taskfile.dev trunk.io snyk.io sonarsource.com semgrep.dev aquasec.com trivy.dev anchore.io sigstore.dev
 jetbrains.com eclipse.org oracle.com jenkins.io circleci.com codecov.io coveralls.io buildkite.com atlassian.com slack.com notion.com linear.app figma.com airtable.com zapier.com factory.ai
 wasmtime.dev wasmer.io expo.dev flutter.dev dart.dev swift.org android.com apple.com mozilla.org playwright.dev cypress.io
 gov tavily.com exa.ai firecrawl.dev perplexity.ai serper.dev brave.com duckduckgo.com wikipedia.org arxiv.org`
