import type { AppMeta } from '../../protocol/apps/app-meta.js'
import { createAppMetaChecks } from '../../protocol/apps/app-meta-checks.js'
import { appMimeType } from '../../protocol/apps/apps-extension.js'
import type { ResourceContents } from '../../protocol/model/resource.js'
import type { Tool } from '../../protocol/model/tool.js'
import { exactText } from '../../skills/exact-text.js'
import { isUri } from '../../uri/is-uri.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { cloneJson } from '../../values/json/clone-json.js'
import { constantJson } from '../../values/json/constant-json.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import { isObject } from '../../values/json/is-object.js'
import { checkOptions } from '../../values/options/check-options.js'
import { fromBase64 } from '../../values/text/base64.js'
import { truncate } from '../../values/text/truncate.js'
import type { ListOptions } from '../call-options.js'
import type { Client } from '../client.js'
import type { AppServer, LoadedApp } from './loaded-app.js'

/**
 * The address of the app of a tool; undefined for a tool without one, or with something else in its place.
 *
 * spec: SEP-1865#resource-discovery
 */
export function appUriOf({ _meta }: Pick<Tool, '_meta'>): string | undefined {
  const ui = isObject(_meta) ? _meta['ui'] : undefined
  const uri = (isObject(ui) ? ui['resourceUri'] : undefined) ?? (isObject(_meta) ? _meta['ui/resourceUri'] : undefined)
  const isAppUri = typeof uri === 'string' && uri.startsWith('ui://') && uri.length <= maxUriLength && isUri(uri)
  return isAppUri ? uri : undefined
}

const maxUriLength = 2_048

/** The page of an app and what it declares, checked. */
export type AppPage = Omit<LoadedApp, keyof AppServer>

/**
 * Reads the app of a tool. Rejects with OmniportError `unsupported` for a tool without one, `invalid_result` for what is not the page of
 * an app or declares what no page may have, and as `readResource` does.
 *
 * spec: SEP-1865#content-requirements
 */
export async function readApp(
  client: Pick<Client, 'readResource'>,
  tool: Pick<Tool, 'name' | '_meta'>,
  options?: ListOptions,
): Promise<AppPage> {
  const uri = appUriOf(tool)
  if (uri === undefined) throw new OmniportError('unsupported', `The tool ${truncate(tool.name)} has no user interface`)
  const { contents } = await client.readResource(uri, options)
  const [content, more] = contents.filter((one) => one.uri === uri)
  if (content === undefined || more !== undefined) throw invalid(uri, 'the result must have it once')
  if (content.mimeType !== appMimeType) {
    throw invalid(uri, `its type must be ${appMimeType}, got ${truncate(String(content.mimeType))}`)
  }
  const html = textOf(content)
  if (html === undefined) throw invalid(uri, 'it is not UTF-8')
  const meta = metaOf(content, uri)
  return { uri, html, ...meta, definition: await digestOfJson([uri, html, meta]) }
}

function textOf({ text, blob }: ResourceContents<string>): string | undefined {
  return blob === undefined ? text : exactText(fromBase64(blob))
}

/** The members that a page may declare. Others are left out; one that is malformed is refused, so that nothing is guessed. */
function metaOf({ _meta }: ResourceContents<string>, uri: string): AppMeta {
  const ui = isObject(_meta) ? _meta['ui'] : undefined
  if (ui === undefined) return {}
  const { csp, permissions, ...others } = Object(cloneJson(ui)) as Members
  const declared = {
    ...pick(others, ['domain', 'prefersBorder']),
    ...(csp !== undefined && { csp: isObject(csp) ? pick(csp, domainLists) : csp }),
    ...(permissions !== undefined && {
      permissions: isObject(permissions) ? pick(permissions, features) : permissions,
    }),
  }
  try {
    if (!isObject(ui)) throw new TypeError('_meta.ui must be an object')
    const checked = checkOptions('_meta.ui', declared as AppMeta, createAppMetaChecks())
    return constantJson(cloneJson(withPlainPermissions(checked)) as AppMeta)
  } catch (reason) {
    throw invalid(uri, reason instanceof Error ? reason.message : String(reason))
  }
}

/** What a permission holds means nothing. */
function withPlainPermissions(meta: AppMeta): AppMeta {
  if (meta.permissions === undefined) return meta
  return { ...meta, permissions: Object.fromEntries(Object.keys(meta.permissions).map((name) => [name, {}])) }
}

const domainLists = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains']
const features = ['camera', 'microphone', 'geolocation', 'clipboardWrite']

function pick(value: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]))
}

function invalid(uri: string, problem: string): OmniportError {
  return new OmniportError('invalid_result', `${truncate(uri)}: ${problem}. The app is not used`)
}

type Members = Readonly<Record<string, unknown>>
