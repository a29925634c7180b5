import { abortSignal, booleanValue, functionValue, objectValue } from '../../protocol/options/option-checks.js'
import { isObject } from '../../values/json/is-object.js'
import { assertKnown, type Check, mustBe } from '../../values/options/check-options.js'
import { truncate } from '../../values/text/truncate.js'
import type { OutputOptions } from '../tools/tool-calls.js'

/**
 * Checks the text that a method begins with: a name, a URI.
 * @throws TypeError that shows the call as it should be, where other libraries take one object.
 */
export function assertName(method: string, member: 'name' | 'uri' | 'id' | 'method', value: unknown): void {
  if (typeof value === 'string') return
  const inside = isObject(value) ? value[member] : undefined
  if (typeof inside !== 'string') throw mustBe(`${method}: the ${member}`, 'a string', value)
  const call = `${method}(${JSON.stringify(truncate(inside, 64))}${member === 'uri' ? '' : ', { … }'})`
  throw new TypeError(`${method}: the ${member} is an argument of its own, not a member of an object; write ${call}`)
}

/** Checks what `complete` begins with. @throws TypeError as `assertName` does. */
export function assertCompletion(ref: unknown, argument: unknown): void {
  objectValue('complete: the ref', ref)
  if (isObject((ref as { readonly ref?: unknown }).ref)) {
    throw new TypeError(
      'complete: the ref is an argument of its own, not a member of an object; write complete(ref, argument)',
    )
  }
  objectValue('complete: the argument', argument)
}

/** The error for options where the official SDK has them, after the schema of the result. */
export function tooManyArguments(method: 'callTool' | 'callTask'): TypeError {
  return new TypeError(`${method} takes three arguments; write ${method}(name, args, { timeoutMs, … })`)
}

/** Copies nothing, since most requests come by here. @throws TypeError naming the option of a request, and what it must be. */
export function checkCallOptions(options: object | undefined): void {
  if (options === undefined) return
  objectValue('options of a request', options)
  for (const name in options) {
    const check = checks.get(name)
    if (check === undefined) assertKnown({ name: 'options of a request', foreignNames }, [name], [...checks.keys()])
    const value = (options as { readonly [name: string]: unknown })[name]
    if (value !== undefined) check?.(name, value)
  }
}

/** What is left of a time that was measured has a fraction. */
const timeLeft: Check = (path, value) => {
  if (!Number.isFinite(value) || Number(value) <= 0) throw mustBe(path, 'a number of milliseconds above 0', value)
}

type OptionName = keyof OutputOptions | 'fresh' | 'arguments'

const checks: ReadonlyMap<string, Check> = new Map<OptionName, Check>([
  ['signal', abortSignal],
  ['timeoutMs', timeLeft],
  ['maxTimeoutMs', timeLeft],
  ['onProgress', functionValue],
  ['meta', objectValue],
  ['validateOutput', booleanValue],
  ['output', () => {}], // checked where it is used
  ['fresh', booleanValue],
  ['arguments', objectValue],
])

const foreignNames = {
  timeout: 'use "timeoutMs"',
  maxTotalTimeout: 'use "maxTimeoutMs"',
  onprogress: 'use "onProgress"',
  resetTimeoutOnProgress: 'progress always restarts "timeoutMs"; "maxTimeoutMs" is the limit in spite of it',
  _meta: 'use "meta"',
  cursor: 'a list has all pages; request("tools/list", { cursor }) gets one',
}
