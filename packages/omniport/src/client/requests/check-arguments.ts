import { isObject } from '../../values/json/is-object.js'
import { assertKnown, mustBe } from '../../values/options/check-options.js'
import { truncate } from '../../values/text/truncate.js'
import type { OutputOptions } from '../tools/tool-calls.js'

/**
 * Checks the name or the URI that a method begins with.
 * @throws TypeError that shows the call as it should be, where other libraries take one object.
 */
export function assertName(method: string, member: 'name' | 'uri' | 'id', value: unknown): void {
  if (typeof value === 'string') return
  const inside = isObject(value) ? value[member] : undefined
  if (typeof inside !== 'string') throw mustBe(`${method}: the ${member}`, 'a string', value)
  const call = `${method}(${JSON.stringify(truncate(inside, 64))}${member === 'uri' ? '' : ', { … }'})`
  throw new TypeError(`${method}: the ${member} is an argument of its own, not a member of an object; write ${call}`)
}

/** @throws TypeError for an option of a request that does not exist, with the name to use. */
export function assertKnownOptions(options: object | undefined): void {
  for (const name in options) {
    if (!optionNames.has(name)) assertKnown({ name: 'options of a request', foreignNames }, [name], [...optionNames])
  }
}

type OptionName = keyof OutputOptions | 'fresh' | 'arguments'

const optionNames: ReadonlySet<string> = new Set<OptionName>([
  'signal',
  'timeoutMs',
  'maxTimeoutMs',
  'onProgress',
  'meta',
  'validateOutput',
  'output',
  'fresh',
  'arguments',
])

const foreignNames = {
  timeout: 'use "timeoutMs"',
  maxTotalTimeout: 'use "maxTimeoutMs"',
  onprogress: 'use "onProgress"',
  resetTimeoutOnProgress: 'progress always restarts "timeoutMs"; "maxTimeoutMs" is the limit in spite of it',
  _meta: 'use "meta"',
}
