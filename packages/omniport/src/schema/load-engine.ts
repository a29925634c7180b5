import type { Engine } from './engine.js'

let loading: Promise<Engine> | undefined

/**
 * The engine, loaded on first need: a program that checks no plain JSON Schema document never loads it, nor the regular
 * expression engine under it. It generates no code, so it runs where `new Function` is forbidden. A failed load is tried
 * again by the next caller.
 */
export function loadEngine(): Promise<Engine> {
  loading ??= import('./evaluate/evaluator.js').then(
    (module) => module.evaluator,
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}
