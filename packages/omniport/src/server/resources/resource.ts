import type { Annotations } from '../../protocol/model/annotations.js'
import type { Binary } from '../../protocol/model/content.js'
import type { Resource, ResourceContents } from '../../protocol/model/resource.js'
import type { CacheHints } from '../../protocol/model/results.js'
import {
  byteCount,
  cacheScope,
  completions,
  contentAnnotations,
  functionValue,
  milliseconds,
  stringValue,
} from '../../protocol/options/option-checks.js'
import { isUri } from '../../uri/is-uri.js'
import { parseTemplate } from '../../uri/parse-template.js'
import { checkOptions, mustBe, required } from '../../values/options/check-options.js'
import { checkComplete } from '../completion/check-complete.js'
import type { Complete } from '../completion/complete.js'
import { definitionChecks } from '../definitions/definition-checks.js'
import type { DefinitionOptions } from '../definitions/definition-options.js'
import type { Context, RequestContext } from '../requests/context.js'
import type { UriVariables } from './uri-variables.js'

/**
 * Defines a resource, or with `{…}` in its `uri` a family of them: an RFC 6570 template whose variables `read` and
 * `complete` get by name.
 *
 * @throws TypeError naming the option that is unknown or not what it must be.
 *
 * spec: server/resources#resource
 */
export function resource<const U extends string, App = unknown>(
  definition: ResourceOptions<U, App>,
): ResourceDefinition<U, App> {
  const checked = checkOptions({ name: 'resource', foreignNames }, definition, checks)
  const variables = variablesOf(definition.uri)
  if (variables.length === 0) refuse(definition, 'list', 'is for a uri with variables')
  else refuse(definition, 'size', 'is for a uri without variables')
  checkComplete('resource', definition.complete, variables)
  return checked
}

/** The options of `resource()`. */
export interface ResourceOptions<U extends string, App> extends DefinitionOptions, CacheHints {
  /** An absolute URI, or an RFC 6570 template of one. */
  readonly uri: U
  /** The MIME type, for a template that of all its resources. `read` can override it for one. */
  readonly mimeType?: string | undefined
  /** Bytes, before any encoding. Not for templates. */
  readonly size?: number | undefined
  readonly annotations?: Annotations | undefined
  /** Suggests values for the variables. */
  readonly complete?: { readonly [K in keyof UriVariables<U>]?: Complete<App> | undefined } | undefined
  /**
   * Lists the concrete resources of a template that clients should see. An entry without `uri` or `name` is an internal error, and
   * the log names it. Default: none.
   */
  readonly list?: ((ctx: RequestContext<App>) => readonly Resource[] | Promise<readonly Resource[]>) | undefined
  /** Reads the contents; undefined: not found. */
  readonly read: (variables: UriVariables<U>, ctx: Context<App>) => ReadResult | Promise<ReadResult>
}

/**
 * The contents of a resource: text, bytes, either with a MIME type of its own (a `blob` that is a string is base64),
 * several contents with their URIs, or undefined, which answers "not found". Malformed contents are an internal error, and
 * the log names them.
 */
export type ReadResult =
  | string
  | Uint8Array
  | { readonly text: string; readonly mimeType?: string | undefined }
  | { readonly blob: Binary; readonly mimeType?: string | undefined }
  | ({ readonly contents: readonly ResourceContents[] } & CacheHints)
  | undefined

/** The members of a resource that a server uses. */
export interface AnyResource<in App = never> extends DefinitionOptions, CacheHints {
  readonly uri: string
  readonly read: (variables: never, ctx: Context<App>) => unknown
  readonly mimeType?: string | undefined
  readonly size?: number | undefined
  readonly annotations?: Annotations | undefined
  readonly complete?: { readonly [variable: string]: Complete<App> | undefined } | undefined
  readonly list?: ((ctx: RequestContext<App>) => readonly Resource[] | Promise<readonly Resource[]>) | undefined
}

/** A resource that `resource()` returned: frozen, and usable in any number of servers. */
export interface ResourceDefinition<U extends string, App> extends AnyResource<App> {
  readonly uri: U
}

const foreignNames = {
  name: 'the key in `resources` of createServer is the name',
  uriTemplate: 'use "uri"',
  load: 'use "read"',
}

const checks = {
  ...definitionChecks,
  uri: required(stringValue),
  mimeType: stringValue,
  size: byteCount,
  annotations: contentAnnotations,
  ttlMs: milliseconds,
  cacheScope,
  complete: completions,
  list: functionValue,
  read: required(functionValue),
}

function variablesOf(uri: string): readonly string[] {
  if (!/[{}]/.test(uri)) {
    if (!isUri(uri)) throw mustBe('resource: uri', 'an absolute URI such as "notes://today"', uri)
    return []
  }
  if (!/^(?:[A-Za-z][A-Za-z0-9+.-]*:|\{)/.test(uri)) {
    throw mustBe('resource: uri', 'a template of an absolute URI such as "notes://{id}"', uri)
  }
  return parseTemplate(uri).variables.map(({ name }) => name)
}

function refuse(definition: object, option: 'list' | 'size', reason: string): void {
  if ((definition as { [name: string]: unknown })[option] !== undefined)
    throw new TypeError(`resource: ${option} ${reason}`)
}
