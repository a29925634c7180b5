import { defaultLimits, defaultRuntime, StallWatch } from '#core/serve'

/** Timers that let the process end. */
const runtime = {
  ...defaultRuntime,
  after: (ms: number, fn: () => void) => defaultRuntime.after(ms, fn, { background: true }),
}

/** Creates a watch of the reader of a stream. One that takes nothing for `stallMs`, while messages wait for it, is cut off. */
export function watchReader(sink: { readonly taken: number; destroy(): void }): StallWatch {
  return new StallWatch({ sink, runtime, stallMs: defaultLimits.stallMs, onStall: () => sink.destroy() })
}
