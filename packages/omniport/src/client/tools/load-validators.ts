import type { MaybePromise } from '../../async/maybe-promise.js'

export type Validators = typeof import('./output-validators.js')

let loaded: Validators | undefined

/** Loads the validators of schemas on first use: a client whose tools have no output schema never loads them. */
export function loadValidators(): MaybePromise<Validators> {
  return loaded ?? load()
}

async function load(): Promise<Validators> {
  loaded = await import('./output-validators.js')
  return loaded
}
