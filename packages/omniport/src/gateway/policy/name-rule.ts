import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import { createNameFilter } from '../../host/catalogue/server-catalogue.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { isObject } from '../../values/json/is-object.js'
import { isStringArray } from '../../values/json/is-string-array.js'
import { assertKnown, type Check, mustBe } from '../../values/options/check-options.js'
import type { PolicyTarget } from './policy-target.js'
import { uriSpellings } from './uri-spellings.js'

/**
 * Decides which names are allowed. A list has those that are, and `{ allow, block }` also those that are not; in both `*`
 * stands for any characters, and `block` is stronger. A function decides for each caller, by the name and `caller.principal`,
 * `caller.client` or `caller.headers`; it is called for every name of a list, and for names that do not exist. Names are those that
 * clients see: of a gateway, with a prefix or a hash.
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
  const ask = ([name, ...others]: readonly string[]): MaybePromise<boolean> =>
    name === undefined || andThen(rule(name, caller), (answer) => isTrue(answer) && ask(others))
  return ask(spellingsOf(target))
}

type NameFunction = Extract<NameRule, (...args: never) => unknown>

/** Nothing else that a function returns allows anything. */
function isTrue(value: unknown): boolean {
  return value === true
}

function spellingsOf({ kind, name }: PolicyTarget): readonly string[] {
  return kind === 'resource' ? uriSpellings(name) : [name]
}
