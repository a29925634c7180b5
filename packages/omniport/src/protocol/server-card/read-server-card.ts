import { cloneJson } from '../../values/json/clone-json.js'
import { isObject } from '../../values/json/is-object.js'
import { mustBe } from '../../values/options/check-options.js'
import type { Icon } from '../exchange/peer.js'
import { isWebUrl } from '../input/is-web-url.js'
import { booleanValue, icons as iconList, objectValue, oneOf } from '../options/option-checks.js'
import {
  type ServerCard,
  type ServerCardHeader,
  type ServerCardInput,
  type ServerCardRemote,
  type ServerCardRepository,
  serverCardSchema,
} from './server-card.js'

/**
 * A copy of a server card with the members that are known, each of them checked: the card of an author, or that of a stranger.
 *
 * @throws TypeError naming the member after `path`, and what it must be.
 *
 * spec: experimental-ext-server-card schema#ServerCard
 */
export function readServerCard(path: string, value: unknown): ServerCard {
  return card(path, value)
}

/** Gives a checked copy of a member. */
type Read<T> = (path: string, value: unknown) => T

/** The readers of all members; `required` lists those that must be there. */
function objectOf<T extends object>(
  readers: { readonly [K in keyof T]-?: Read<NonNullable<T[K]>> },
  required: readonly (keyof T)[],
): Read<T> {
  return (path, value) => {
    objectValue(path, value)
    const given = value as Readonly<Record<string, unknown>>
    const members = Object.entries<Read<unknown>>(readers).flatMap(([name, read]) => {
      const member = Object.hasOwn(given, name) ? given[name] : undefined
      if (member === undefined && !required.includes(name as keyof T)) return []
      return [[name, read(`${path}.${name}`, member)] as const]
    })
    return Object.fromEntries(members) as T // every member was read above
  }
}

function listOf<T>(read: Read<T>): Read<readonly T[]> {
  return (path, value) => {
    if (!Array.isArray(value)) throw mustBe(path, 'an array', value)
    if (value.length > maxItems) throw mustBe(path, `at most ${maxItems} items`, value.length)
    return value.map((item, index) => read(`${path}[${index}]`, item))
  }
}

function mapOf<T>(read: Read<T>): Read<Readonly<Record<string, T>>> {
  return (path, value) => {
    objectValue(path, value)
    const entries = Object.entries(value as object)
    if (entries.length > maxItems) throw mustBe(path, `at most ${maxItems} members`, entries.length)
    return Object.fromEntries(entries.map(([name, item]) => [name, read(`${path}["${name.slice(0, 64)}"]`, item)]))
  }
}

/** A string of `least` to `most` characters. */
function text(most: number, least = 0, pattern?: { readonly of: RegExp; readonly expected: string }): Read<string> {
  return (path, value) => {
    if (typeof value !== 'string' || value.length < least || value.length > most) {
      throw mustBe(path, `a string of ${least} to ${most} characters`, value)
    }
    if (pattern !== undefined && !pattern.of.test(value)) throw mustBe(path, pattern.expected, value)
    return value
  }
}

const anyText = text(2_048)

const flag: Read<boolean> = (path, value) => {
  booleanValue(path, value)
  return value as boolean
}

function word<T extends string>(...values: readonly T[]): Read<T> {
  const check = oneOf(...values)
  return (path, value) => {
    check(path, value)
    return value as T
  }
}

const webUrl: Read<string> = (path, value) => {
  if (!isWebUrl(value) || value.length > 2_048) throw mustBe(path, 'an http: or https: URL', value)
  return value
}

/** A range, such as `^1.2.3` or `1.x`, names no version. */
const version: Read<string> = (path, value) => {
  const given = text(255, 1)(path, value)
  if (/^[\^~<>=]|[*]|(?:^|\.)x(?:\.|$)/i.test(given)) throw mustBe(path, 'a version, and not a range', value)
  return given
}

const icons: Read<readonly Icon[]> = (path, value) => {
  iconList(path, value)
  if ((value as readonly Icon[]).length > maxItems) throw mustBe(path, `at most ${maxItems} icons`, 'more')
  return (value as readonly Icon[]).map(({ src, mimeType, sizes, theme }) => ({
    src,
    ...(mimeType !== undefined && { mimeType }),
    ...(sizes !== undefined && { sizes }),
    ...(theme !== undefined && { theme }),
  }))
}

const meta: Read<Readonly<Record<string, unknown>>> = (path, value) => {
  const copy = isObject(value) ? cloneJson(value) : value
  objectValue(path, copy)
  return copy as Readonly<Record<string, unknown>>
}

const inputReaders = {
  description: anyText,
  isRequired: flag,
  isSecret: flag,
  format: word('string', 'number', 'boolean', 'filepath'),
  default: anyText,
  placeholder: anyText,
  value: anyText,
  choices: listOf(anyText),
}

const input = objectOf<ServerCardInput>(inputReaders, [])

const header = objectOf<ServerCardHeader>(
  {
    ...inputReaders,
    name: text(256, 1, { of: /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, expected: 'the name of a header' }),
    variables: mapOf(input),
  },
  ['name'],
)

const remote = objectOf<ServerCardRemote>(
  {
    type: word('streamable-http', 'sse'),
    url: text(2_048, 1, {
      of: /^(?:https?:\/\/[^\s\p{C}]+|\{[A-Za-z_]\w*\}[^\s\p{C}]*)$/u,
      expected: 'an http: or https: URL, or one that begins with a {variable}',
    }),
    headers: listOf(header),
    variables: mapOf(input),
    supportedProtocolVersions: listOf(text(64, 1)),
  },
  ['type', 'url'],
)

const repository = objectOf<ServerCardRepository>(
  {
    url: webUrl,
    source: text(256, 1),
    subfolder: text(1_024, 1, { of: /^(?![/\\])(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\]+$/, expected: 'a relative path' }),
    id: text(256, 1),
  },
  ['url', 'source'],
)

const card = objectOf<ServerCard>(
  {
    $schema: word(serverCardSchema),
    name: text(200, 3, { of: /^[A-Za-z0-9.-]+\/[A-Za-z0-9._-]+$/, expected: 'a name such as "com.example/weather"' }),
    version,
    description: text(100, 1),
    title: text(100, 1),
    websiteUrl: webUrl,
    repository,
    icons,
    remotes: listOf(remote),
    _meta: meta,
  },
  ['$schema', 'name', 'version', 'description'],
)

const maxItems = 100
