import { type AnyTool, tool } from '../../packages/omniport/src/server/tools/tool.js'

/** A tool whose calls end when they are told to, or given up. */
export interface Job {
  readonly job: AnyTool<unknown>
  /** Ends the first call that still runs: its text is "done". */
  end(): void
}

/** Creates one. */
export function createJob(): Job {
  const ends: (() => void)[] = []
  const job = tool({
    task: 'optional',
    run: (_args, { signal }) => {
      return new Promise<string>((resolve, reject) => {
        ends.push(() => resolve('done'))
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
  })
  return { job, end: () => ends.shift()?.() }
}
