import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import { createNameFilter } from '../../host/catalogue/server-catalogue.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { isObject } from '../../values/json/is-object.js'
import { isStringArray } from '../../values/json/is-string-array.js'
import { assertKnown, type Check, mustBe } from '../../values/options/check-options.js'
import type { PolicyTarget } from './policy-target.js'

/**
 * Decides which names are allowed. A list has those that are, and `{ allow, block }` also those that are not; in both `*`
 * stands for any characters, and `block` is stronger. A function decides for each caller, by the name and `caller.principal`,
 * `caller.client` or `caller.headers`; it is called for every name of a list, and for names that do not exist.
 */
export type NameRule =
  | readonly string[]
  | { readonly allow?: readonly string[] | undefined; readonly block?: readonly string[] | undefined }
  | ((name: string, caller: Exchange) => boolean | Promise<boolean>)

/** A rule that can be asked. The same for all: it decides by the name alone. */
export type NamePolicy =
  | { readonly isSameForAll: true; allows(target: PolicyTarget): boolean }
  | { readonly isSameForAll: false; allows(target: PolicyTarget, caller: Exchange): MaybePromise<boolean> }

/** Checks an option that is a `NameRule`. */
export const nameRule: Check = (path, value) => {
  if (typeof value === 'function' || isStringArray(value)) return
  if (!isObject(value)) throw mustBe(path, 'a list of names, { allow, block } or a function', value)
  assertKnown(path, Object.keys(value), ['allow', 'block'])
  for (const [name, list] of Object.entries(value)) {
    if (list !== undefined && !isStringArray(list)) throw mustBe(`${path}.${name}`, 'an array of strings', list)
  }
}

export function toNamePolicy(rule: NameRule): NamePolicy {
  if (typeof rule === 'function')
    return { isSameForAll: false, allows: (target, caller) => decide(rule, target, caller) }
  const filter = createNameFilter('length' in rule ? { allow: rule } : rule)
  return { isSameForAll: true, allows: (target) => spellingsOf(target).every(filter) }
}

function decide(rule: NameFunction, target: PolicyTarget, caller: Exchange): MaybePromise<boolean> {
  const [name = target.name, plain] = spellingsOf(target)
  const isAllowed = andThen(rule(name, caller), isTrue)
  if (plain === undefined) return isAllowed
  return andThen(isAllowed, (allowed) => allowed && andThen(rule(plain, caller), isTrue))
}

type NameFunction = Extract<NameRule, (...args: never) => unknown>

/** Nothing else that a function returns allows anything. */
function isTrue(value: unknown): boolean {
  return value === true
}

/**
 * A name, and for a URI also the form that all spellings of it have in common: servers take `notes:%73ecret` for
 * `notes:secret`. spec: RFC 3986#section-6.2.2
 */
function spellingsOf({ kind, name }: PolicyTarget): readonly string[] {
  if (kind !== 'resource' || !URL.canParse(name)) return [name]
  const { href } = new URL(name)
  const plain = href.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code.toUpperCase()
  })
  return plain === name ? [name] : [name, plain]
}
