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
`)
