import { type AnySchema, type Input, type Output, result, type Schema, tool } from 'omniport'
import { z } from 'zod'

declare const isLate: boolean
const status = z.object({ status: z.enum(['ok', 'bad']), codes: z.array(z.literal([1, 2])).optional() })

// Several returns, each of which fits.
tool({ output: status, run: () => (isLate ? { status: 'ok' } : { status: 'bad' }) })
tool({ output: status, run: () => (isLate ? { status: 'bad' } : result({ content: [] })) })
tool({ output: status, run: () => (isLate ? { status: 'bad' } : Promise.resolve({ status: 'ok' as const })) })
tool({ output: status, run: async () => (isLate ? { status: 'bad' } : { status: 'ok', codes: [1] }) })
tool({ run: async () => (isLate ? 'late' : { status: 'ok', codes: [1] }) })
tool({ run: () => (isLate ? [{ type: 'text', text: 'x' }] : { content: [{ type: 'text', text: 'y' }] }) })
tool({ run: () => (isLate ? undefined : 'x') })

// Tuples stay tuples.
tool({ output: z.tuple([z.number(), z.string()]), run: () => [1, 'a'] })
tool({ output: z.object({ pair: z.tuple([z.number(), z.string()]) }), run: async () => ({ pair: [1, 'a'] }) })

// A value of unknown type is checked when it is returned.
tool({ output: status, run: () => JSON.parse('{}') })
tool({ output: status, run: async () => JSON.parse('{}') })
tool({ run: () => new Promise((resolve) => setTimeout(() => resolve('late'), 1)) })
tool({
  run: () => {
    throw new Error('none')
  },
})

// A function that is generic in the schemas names them.
export function uppercase<I extends AnySchema>(input: I, run: (args: Output<I>) => string): unknown {
  return tool({ input, run: (args) => run(args).toUpperCase() })
}
export function stored<T>(output: Schema<T, T>, value: T): unknown {
  return tool<Schema<T, T>, Schema<T, T>>({ output, run: () => value })
}
export function computed<I extends AnySchema, O extends AnySchema>(
  input: I,
  output: O,
  run: (args: Output<I>) => Input<O>,
): unknown {
  return tool<I, O>({ input, output, run: (args) => run(args) })
}

// @ts-expect-error a promise of a number
tool({ run: async () => 42 })
// @ts-expect-error one of two
tool({ run: () => (isLate ? 'late' : 42) })
// @ts-expect-error one of two
tool({ output: status, run: () => (isLate ? { status: 'ok' } : { status: 'fine' }) })
// @ts-expect-error nothing says what it is
tool({ run: (): unknown => 1 })
