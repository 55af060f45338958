package security

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// firstSegment returns the first part of the path of a URL.
func firstSegment(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	_, path, _ := strings.Cut(rest, "/")
	if n := strings.IndexAny(path, "/?#"); n >= 0 {
		path = path[:n]
	}
	return strings.ToLower(path)
}

// identifies reports whether a variable is an identifier in the path of an address: $APP_TOKEN in /apps/$APP_TOKEN.
func identifies(a *behavior.Act) bool {
	name := strings.ToLower(strings.TrimPrefix(a.Of.Name(), "$"))
	kind, _, _ := strings.Cut(name, "_")
	return kind != "" && kind != name && strings.Contains(strings.ToLower(a.To), "/"+kind+"s/${"+name+"}")
}

// isOwnServer reports whether an address is an alias of a server, or a placeholder for one.
func isOwnServer(url string) bool {
	return strings.HasPrefix(url, "net://") && !strings.Contains(trust.HostOf(url), ".")
}

// isMessenger reports whether a URL contains the token of its owner.
func isMessenger(url string) bool {
	return trust.OneOf(trust.HostOf(url), "hooks.slack.com discord.com discordapp.com api.telegram.org")
}

// isTokenEndpoint reports whether a URL exchanges one secret for another.
func isTokenEndpoint(url string) bool {
	_, path, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(url, "https://"), "http://"), "/")
	if !ok || trust.In(url) == trust.Odd {
		return false
	}
	path, _, _ = strings.Cut(path, "?")
	for {
		before, rest, ok := strings.Cut(path, "$") // the names of variables
		if !ok {
			break
		}
		path = before + strings.TrimLeft(rest, "{}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")
	}
	for _, part := range []string{"oauth", "token", "login", "auth", "session", "signin"} {
		if strings.Contains(strings.ToLower(path), part) {
			return true
		}
	}
	return false
}

// wellKnown are words of the names of keys that are worth stealing.
const wellKnown = `openai anthropic claude gemini google aws azure gcp github gitlab bitbucket npm pypi docker slack discord telegram stripe paypal twilio sendgrid
 cloudflare vercel netlify heroku digitalocean supabase firebase mongodb postgres mysql redis database huggingface mistral cohere groq openrouter perplexity
 datadog sentry okta auth jwt ssh gpg deploy release publish registry admin root prod production master signing wallet mnemonic seed private session cookie
 kubernetes kube vault hashicorp terraform atlassian jira notion linear figma shopify salesforce hubspot mailgun segment algolia model llm`

// isOfSmallService reports whether a variable is the API key of a service that is not well known, such as $WEATHERLY_API_KEY.
func isOfSmallService(variable string) bool {
	name := strings.ToUpper(variable)
	return (strings.HasSuffix(name, "_API_KEY") || strings.HasSuffix(name, "_APIKEY")) && len(nameWords(variable)) > 0 && !isWellKnown(variable)
}

// isWellKnown reports whether the name of a variable has the word of a key that is worth stealing.
func isWellKnown(variable string) bool {
	return slices.ContainsFunc(nameWords(variable), func(w string) bool { return slices.Contains(strings.Fields(wellKnown), w) })
}

// isAnyKey reports whether the name of a variable fits the key of any service: $TOKEN, $API_KEY. Passwords and private keys are worth stealing.
func isAnyKey(variable string) bool {
	lower := strings.ToLower(variable)
	return len(nameWords(variable)) == 0 && !strings.Contains(lower, "password") && !strings.Contains(lower, "private")
}

// services are domains of services after the words with which the names of their keys start, where the domain has another name.
const services = `aliyun:aliyuncs.com ark:volces.com azure:microsoft.com,windows.net,microsoftonline.com bailian:aliyuncs.com claude:anthropic.com
 confluence:atlassian.net dashscope:aliyuncs.com doubao:volces.com facebook:facebook.com,fb.com fb:facebook.com,fb.com feishu:feishu.cn,larksuite.com
 gemini:googleapis.com gh:github.com gl:gitlab.com gmail:googleapis.com google:googleapis.com hf:huggingface.co hubspot:hubapi.com ig:instagram.com,facebook.com
 instagram:facebook.com jira:atlassian.net kimi:moonshot.cn,moonshot.ai lastfm:audioscrobbler.com lark:larksuite.com,feishu.cn meta:facebook.com,instagram.com,fb.com minimax:minimaxi.com,minimax.io
 ms:microsoft.com msgraph:microsoft.com outlook:microsoft.com,office.com qwen:aliyuncs.com salesforce:force.com sf:salesforce.com,force.com sharepoint:microsoft.com
 shopify:myshopify.com square:squareup.com teams:microsoft.com,office.com telegram:telegram.org tg:telegram.org threads:threads.net,facebook.com
 twitter:x.com,twitter.com volcengine:volces.com wechat:weixin.qq.com whatsapp:facebook.com wx:weixin.qq.com x:x.com,twitter.com youtube:googleapis.com yt:googleapis.com zhipu:bigmodel.cn`

// isServiceOf reports whether a host belongs to the service that the first word of a variable names, as graph.facebook.com to META_TOKEN.
func isServiceOf(variable, host string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(strings.ToLower(variable), "${"), "_")
	for service := range strings.FieldsSeq(services) {
		if name, domains, _ := strings.Cut(service, ":"); name == first {
			return trust.OneOf(host, strings.ReplaceAll(domains, ",", " "))
		}
	}
	return false
}

// isDomainOf reports whether the first word of a variable is the whole name of a domain, and of no service that is worth imitating:
// TOGETHER_SECRET and api.together.xyz.
func isDomainOf(variable, host string) bool {
	first, rest, ok := strings.Cut(strings.TrimLeft(strings.ToLower(variable), "${"), "_")
	labels := strings.Split(host, ".")
	return ok && rest != "" && len(first) > 3 && len(labels) > 1 && labels[len(labels)-2] == first && !slices.Contains(strings.Fields(wellKnown), first)
}
