import type { AsyncLocalStorage } from 'node:async_hooks'

interface Hooks {
  readonly AsyncLocalStorage: new () => AsyncLocalStorage<unknown>
}

/** What runs in a platform that has it: Node from 20.16, Bun and Deno. */
const process = (globalThis as { process?: { getBuiltinModule?: (name: string) => Hooks | undefined } }).process
const hooks = process?.getBuiltinModule?.('node:async_hooks')
const storage = hooks === undefined ? undefined : new hooks.AsyncLocalStorage()

/** Runs a function, so that what it starts knows the call it belongs to. */
export function runInCall(call: object, fn: () => void): void {
  if (storage === undefined) fn()
  else storage.run(call, fn)
}

/** True if the platform can tell which call code belongs to. */
export const knowsCurrentCall: boolean = storage !== undefined

/** The call that this code belongs to, where the platform can tell. */
export function currentCall(): unknown {
  return storage?.getStore()
}
