import { parseRequirements } from '../parse-requirements.js'

/** Requirements on tools with a user interface: the extension io.modelcontextprotocol/ui. */
export const apps = parseRequirements(`
APPS-01 | fact | client | all | Negotiated by capabilities.extensions["io.modelcontextprotocol/ui"] = {mimeTypes: ["text/html;profile=mcp-app"]}; mimeTypes is required. | SEP-1865
APPS-02 | MUST | server | all | The resource of a user interface has a ui:// URI, mimeType text/html;profile=mcp-app, valid HTML5 as text or blob, and is there to be read. | SEP-1865
APPS-03 | MAY | server | all | Resources of user interfaces may be left out of resources/list. | SEP-1865
APPS-04 | fact | server | all | A tool names its interface in _meta.ui.resourceUri (_meta["ui/resourceUri"] is deprecated); _meta.ui.visibility is ["model", "app"] by default. | SEP-1865
APPS-05 | MUST | server | all | A tool with an interface gives meaningful content all the same. | SEP-1865
APPS-06 | SHOULD | server | all | The client's capabilities are checked before tools with interfaces are offered; text takes their place. | SEP-1865
APPS-07 | MUST | host | all | The template is fetched by resources/read. | SEP-1865
APPS-08 | MUST | host | all | A tool without "model" in its visibility is not shown to the model. | SEP-1865
APPS-09 | MUST | host | all | An app's call of a tool without "app" is refused; tools for apps only are called by apps of the same server connection. | SEP-1865
APPS-10 | MUST | host | all | A view runs in a sandboxed iframe; its CSP is built from the declared domains, tightened perhaps, never loosened. | SEP-1865
APPS-11 | MUST | host | all | Without ui.csp: default-src 'none', connect-src 'none', scripts and styles inline only. | SEP-1865
APPS-12 | MUST | host | all | On the web a sandbox proxy of another origin stands between: sandbox-proxy-ready, then sandbox-resource-ready; it forwards all but ui/notifications/sandbox-*. | SEP-1865
APPS-13 | MUST | host | all | Nothing is sent to a view before its ui/notifications/initialized. | SEP-1865
APPS-14 | MUST | host | all | tool-input, whole and once at most, comes before tool-result; tool-input-partial ends with it; every cancellation is told by tool-cancelled. | SEP-1865
APPS-15 | MUST | host | all | ui/resource-teardown precedes removal (SHOULD: and its answer is waited for). | SEP-1865
APPS-16 | MUST | host | all | With flexible dimensions size-changed is followed; no display mode is entered that the view did not declare; request-display-mode is answered with the actual mode. | SEP-1865
APPS-17 | MUST | intermediary | all | A view sends appCapabilities in ui/initialize, declares all its display modes, checks before asking, and does not rely on partial input. | SEP-1865
APPS-18 | SHOULD | host | all | A view's MCP traffic is kept to the specification; ui/update-model-context reaches the model in later turns, the last one only. | SEP-1865
APPS-19 | informal | host | all | Messages of views are validated, logged and rate-limited; templates are reviewed and hashed. | SEP-1865
APPS-20 | derived | host | all | Each domain of a csp is checked to be an origin before it becomes part of the CSP. | derived
APPS-21 | derived | host | all | A view speaks a dialect of initialize whatever the server's revision; the host makes its calls in that revision. | derived
APPS-22 | MUST | server | all | A domain for a view has the format that the documentation of the host gives; the content of a resource says it in _meta.ui.domain. | SEP-1865
APPS-23 | fact | server | all | The metadata of a view (csp, permissions, domain, prefersBorder) is in _meta.ui of the content that resources/read gives. | SEP-1865
APPS-24 | MUST | host | all | Only content of type text/html;profile=mcp-app at the ui:// URI that the tool names becomes a view. | SEP-1865
APPS-25 | MUST | host | all | The sandbox proxy has allow-scripts and allow-same-origin. | SEP-1865
APPS-26 | MUST | host | all | The CSP of a view has frame-src 'none' without frameDomains, base-uri 'self' without baseUriDomains, and object-src 'none' always. | SEP-1865
APPS-27 | MAY | host | all | A permission that the resource declares may be granted by the allow attribute of the inner frame; no other one is. | SEP-1865
APPS-28 | SHOULD | host | all | A sandbox proxy sends no requests of its own, to neither side. | SEP-1865
APPS-29 | MUST | intermediary | all | A view deals with a display mode that is not the one it asked for. | SEP-1865
APPS-30 | MAY | host | all | Messages of a view may be forwarded to the server, but none whose method starts with ui/. | SEP-1865
APPS-31 | MUST | host | all | tool-result is sent when the call ends while the view is shown, with the whole result. | SEP-1865
APPS-32 | SHOULD | host | all | The answer to ui/initialize has a hostContext: the tool, theme, styles, display modes, container, locale and so on. | SEP-1865
APPS-33 | SHOULD | host | all | A display mode that is not available is answered with the current one. | SEP-1865
APPS-34 | SHOULD | host | all | ui/open-link opens the URL in the default browser or a new tab, or is answered with an error. | SEP-1865
APPS-35 | SHOULD | host | all | ui/message is added to the conversation in its role, after consent perhaps, or is answered with an error. | SEP-1865
APPS-36 | SHOULD | intermediary | all | A view announces a change of its size by size-changed. | SEP-1865
APPS-37 | SHOULD | intermediary | all | A view merges the partial context of host-context-changed into the one it has. | SEP-1865
APPS-38 | SHOULD | intermediary | all | A view copes with fields that are missing in partial input, or that change. | SEP-1865
APPS-39 | SHOULD | host | all | The CSP of a view is written to a log, and the person is told of domains outside that a view may reach. | SEP-1865
APPS-40 | SHOULD | host | all | The hash of a template is known to the host, so that one that changes can be told from the one that was reviewed. | SEP-1865
APPS-41 | derived | host | all | The template, its domains, permissions, domain and size are checked before any of it is used; a malformed csp is no csp that allows more. | derived
`)
