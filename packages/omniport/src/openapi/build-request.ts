import { ToolError } from '../server/tools/tool-error.js'
import { isJsonObject, type JsonObject } from '../values/json/json-object.js'
import { own } from './open-api-document.js'
import type { Operation, Parameter } from './operation.js'

/** What `fetch` takes. */
export interface HttpRequestParts {
  readonly url: URL
  readonly headers: Headers
  readonly body: string | undefined
}

/** The request of one call, within `baseUrl`. @throws ToolError for a value that would change where it goes. */
export function buildRequest(
  { path, parameters, bodyType }: Operation,
  args: JsonObject,
  baseUrl: URL,
): HttpRequestParts {
  const given = parameters.filter(({ name }) => own(args, name) !== undefined && args[name] !== null)
  const inPath = new Map(
    given.filter((each) => each.in === 'path').map(({ name }) => [name, segmentOf(name, args[name])]),
  )
  const url = new URL(baseUrl)
  url.pathname = `${baseUrl.pathname.replace(/\/$/, '')}${path.replace(/\{([^{}]*)\}/g, (_, name) => inPath.get(name) ?? '')}`
  const headers = new Headers({ accept: 'application/json, text/*;q=0.9, image/*;q=0.8' })
  for (const parameter of given) {
    const { name } = parameter
    if (parameter.in === 'query') for (const text of textsOf(parameter, args[name])) url.searchParams.append(name, text)
    if (parameter.in === 'header') headers.set(name, headerOf(parameter, args[name]))
  }
  const body = own(args, 'body')
  if (bodyType === undefined || body === undefined) return { url, headers, body: undefined }
  headers.set('content-type', bodyType)
  return { url, headers, body: JSON.stringify(body) }
}

/** One segment of a path: a dot segment would lead out of it, and nothing would make it another path. */
function segmentOf(name: string, value: unknown): string {
  const text = [value].flat().map(textOf).join(',')
  if (/^\.{0,2}$/.test(text)) throw new ToolError(`${name} must be something that can be part of a path`)
  return encodeURIComponent(text)
}

function textsOf({ isJoined }: Parameter, value: unknown): readonly string[] {
  const texts = [value].flat().map(textOf)
  return isJoined ? [texts.join(',')] : texts
}

function headerOf(parameter: Parameter, value: unknown): string {
  const [text = ''] = textsOf(parameter, value)
  if (!/^[\t\x20-\x7e]*$/.test(text)) throw new ToolError(`${parameter.name} must have printable ASCII characters only`)
  return text
}

function textOf(value: unknown): string {
  return isJsonObject(value) ? JSON.stringify(value) : String(value)
}
