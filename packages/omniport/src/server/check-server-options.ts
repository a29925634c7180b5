import { tasksExtensionId } from '../protocol/meta/tasks-extension-id.js'
import {
  booleanValue,
  cacheScope,
  functionList,
  functionValue,
  icons,
  listOf,
  milliseconds,
  objectsByName,
  objectValue,
  oneOf,
  positiveCount,
  stringValue,
} from '../protocol/options/option-checks.js'
import { revisions } from '../protocol/revisions/revision.js'
import { checkSecret } from '../sealing/check-secrets.js'
import { storesValue } from '../store/check-stores.js'
import { type Check, checkOptions, mustBe, required } from '../values/options/check-options.js'

/**
 * Checks the options of `createServer`; its definitions, extensions and limits are checked where they are used.
 * @throws TypeError naming the option and what it must be.
 */
export function checkServerOptions<T extends object>(options: T): T {
  return checkOptions('createServer', options, checks)
}

/** spec: basic/index#extension-negotiation — identifiers have a prefix. */
const extensions: Check = (path, value) => {
  objectValue(path, value)
  for (const [id, extension] of Object.entries(value as object)) {
    if (!/^[A-Za-z][A-Za-z0-9.-]*\/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(id)) {
      throw mustBe(`${path}: an identifier`, 'a prefix, a slash and a name, such as "com.example/search"', id)
    }
    if (id === tasksExtensionId) {
      throw new TypeError(`${path}: "${id}" is there by itself as soon as a tool has task: "optional" or "required"`)
    }
    objectValue(`${path}["${id}"]`, extension)
  }
}

const errors: Check = (path, value) => {
  const words = ['author', 'all', 'none']
  if (typeof value === 'function' || (words as readonly unknown[]).includes(value)) return
  throw mustBe(path, `${words.map((word) => JSON.stringify(word)).join(' or ')} or a function`, value)
}

const announcing = { listChanged: booleanValue }

const capabilityChecks: Readonly<Record<string, { readonly [name: string]: Check }>> = {
  tools: announcing,
  prompts: announcing,
  resources: { ...announcing, subscribe: booleanValue },
}

const capabilities: Check = (path, value) => {
  objectValue(path, value)
  const names = Object.keys(capabilityChecks)
  const checked = checkOptions(path, value as object, Object.fromEntries(names.map((name) => [name, objectValue])))
  for (const [name, members] of Object.entries(checked)) {
    checkOptions(`${path}.${name}`, members as object, capabilityChecks[name] ?? {})
  }
}

const named: Check = (path, value) => {
  if (Array.isArray(value)) throw mustBe(path, 'an object with each definition under its name', value)
  objectValue(path, value)
}

const listOfRevisions = listOf('an array of revisions', oneOf(...revisions))

const servedRevisions: Check = (path, value) => {
  listOfRevisions(path, value)
  if ((value as readonly unknown[]).length === 0) throw mustBe(path, 'at least one revision', value)
}

const secrets: Check = (path, value) => {
  if (!Array.isArray(value)) throw new TypeError(`${path} must be an array of strings`)
  for (const [index, item] of value.entries()) checkSecret(`${path}[${index}]`, item)
}

const skills: Check = (path, value) => {
  for (const source of Array.isArray(value) ? value : [value]) {
    if (source instanceof Promise) throw new TypeError(`${path}: write await before skillsFrom(…)`)
    const { skills: folders, serve } = Object(source) as { skills?: unknown; serve?: unknown }
    if (!Array.isArray(folders) || typeof serve !== 'function') {
      throw mustBe(path, 'what skill() or skillsFrom() gives, or an array of these', source)
    }
  }
}

const checks = {
  name: required(stringValue),
  version: required(stringValue),
  title: stringValue,
  description: stringValue,
  instructions: stringValue,
  icons,
  websiteUrl: stringValue,
  capabilities,
  experimental: objectsByName,
  extensions,
  revisions: servedRevisions,
  limits: objectValue,
  unsafePatterns: oneOf('warn', 'refuse'),
  errors,
  runtime: objectValue,
  logger: objectValue,
  pageSize: positiveCount,
  context: functionValue,
  onRootsChange: functionValue,
  tools: named,
  resources: named,
  prompts: named,
  skills,
  stores: storesValue,
  secrets,
  use: functionList,
  ttlMs: milliseconds,
  cacheScope,
}
