import { isObject } from '../values/json/is-object.js'
import { isPlainObject } from '../values/json/is-plain-object.js'
import { assertKnown, type Check, mustBe } from '../values/options/check-options.js'
import type { AllStores } from './stores.js'

/**
 * The check of the option `stores`. A name that is none of a store would leave that store in memory. Objects of a class may have
 * members of their own.
 */
export const storesValue: Check = (path, value) => {
  if (!isObject(value)) throw mustBe(path, 'an object', value)
  if (typeof value['then'] === 'function') throw new TypeError(`${path} is a promise: write await before it`)
  if (!isPlainObject(value)) return
  const names = Object.keys(value).filter((name) => !otherNames.includes(name))
  assertKnown(path, names, Object.keys(storeNames))
}

const storeNames: Readonly<Record<keyof AllStores, true>> = {
  bus: true,
  eventLog: true,
  inbox: true,
  sessions: true,
  tasks: true,
  blobs: true,
}

/** What `createFileStores`, `connectStores` and `createRedisStores` of `@omniport/redis` give beside stores. */
const otherNames: readonly string[] = ['secrets', 'close']
