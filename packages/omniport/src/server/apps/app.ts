import type { AppMeta } from '../../protocol/apps/app-meta.js'
import { createAppMetaChecks } from '../../protocol/apps/app-meta-checks.js'
import { appMimeType } from '../../protocol/apps/apps-extension.js'
import type { CacheHints } from '../../protocol/model/results.js'
import { cacheScope, milliseconds } from '../../protocol/options/option-checks.js'
import { isUri } from '../../uri/is-uri.js'
import { type Check, checkOptions, mustBe, required } from '../../values/options/check-options.js'
import { definitionChecks } from '../definitions/definition-checks.js'
import type { DefinitionOptions } from '../definitions/definition-options.js'
import type { Context } from '../requests/context.js'
import { type AnyResource, resource } from '../resources/resource.js'
import type { ResourceRegistry } from '../resources/resource-registry.js'
import { AppResources } from './app-resources.js'

/** The options of `app()`. */
export interface AppOptions<App = unknown> extends AppMeta, Omit<DefinitionOptions, '_meta'>, CacheHints {
  /** Its own URI, with the scheme `ui:`, such as `ui://clock/face`. */
  readonly uri: string
  /**
   * The page: an HTML document that begins with `<!doctype html>`, or a function that gives it for each read. It is the same for
   * all calls of a tool: the view gets their arguments and results from the host.
   */
  readonly html: string | ((ctx: Context<App>) => string | Promise<string>)
}

/** An app that `app()` returned: frozen, and usable by any number of tools and servers. */
export interface AppDefinition<in App = never> {
  readonly uri: string
  /** The resource that hosts read. */
  readonly resource: AnyResource<App>
  /** @internal Serves the apps of a server. It comes with an app, so that a server without apps does not load it. */
  readonly serve: (resources: ResourceRegistry) => AppResources
}

/**
 * Defines an app: the user interface of a tool, for `app` of `tool()`. A server that has such a tool serves the page as a resource,
 * and declares the extension `io.modelcontextprotocol/ui`. A host shows the page in a sandbox, with the domains and permissions
 * that are declared here at most; a host without the extension gets what the tool returns as text.
 *
 * @throws TypeError naming the option that is unknown or not what it must be.
 *
 * spec: SEP-1865#ui-resource-format
 */
export function app<App = unknown>(options: AppOptions<App>): AppDefinition<App> {
  const { uri, html, csp, permissions, domain, prefersBorder, ...described } = checkOptions(
    { name: 'app', foreignNames },
    options,
    createChecks(),
  )
  const declared = { csp, permissions, domain, prefersBorder }
  const ui = JSON.parse(JSON.stringify(declared)) as AppMeta // a copy: what an author changes later is not served
  const _meta = Object.keys(ui).length > 0 ? { _meta: { ui } } : {}
  const read = async (_variables: object, ctx: Context<App>) => {
    const text = typeof html === 'string' ? html : await html(ctx)
    assertDocument('app: html: the page', text)
    return { contents: [{ uri, mimeType: appMimeType, text, ..._meta }] }
  }
  const definition = resource<string, App>({ ...described, ..._meta, uri, mimeType: appMimeType, read })
  return Object.freeze({ uri, resource: definition, serve: serveApps })
}

const appUri: Check = (path, value) => {
  const isAppUri = typeof value === 'string' && /^ui:\/\/[^/{}]/.test(value) && !/[{}]/.test(value) && isUri(value)
  if (!isAppUri) throw mustBe(path, 'a URI with the scheme ui:, such as "ui://clock/face"', value)
}

const page: Check = (path, value) => {
  if (typeof value !== 'function') assertDocument(path, value)
}

/** spec: SEP-1865#content-requirements */
function assertDocument(path: string, value: unknown): void {
  const start = typeof value === 'string' ? value.slice(0, longestStart) : ''
  if (/^\uFEFF?\s*(?:<!--[^>]*-->\s*)?<!doctype html[\s>]/i.test(start)) return
  throw mustBe(path, 'an HTML document that begins with <!doctype html>', value)
}

const longestStart = 4_096

const foreignNames = {
  name: 'the uri is the name; a title is for people',
  resourceUri: 'use "uri"',
  text: 'use "html"',
  file: 'use await appFrom(file, …) of omniport/node',
  mimeType: `an app is ${appMimeType}`,
  _meta: 'csp, permissions, domain and prefersBorder are options',
}

/** A function, so that bundlers leave it out where there are no apps. */
function createChecks() {
  const { _meta, ...descriptionChecks } = definitionChecks
  return {
    ...descriptionChecks,
    ...createAppMetaChecks(),
    uri: required(appUri),
    html: required(page),
    ttlMs: milliseconds,
    cacheScope,
  }
}

function serveApps(resources: ResourceRegistry): AppResources {
  return new AppResources(resources)
}
