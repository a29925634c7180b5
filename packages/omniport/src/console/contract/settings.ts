export interface Settings {
  /** `never`: pressing Call is consent enough; calls of apps are asked about all the same. Default: `never`. */
  readonly confirmCalls: 'always' | 'never'
  /** `ask`: the person reviews prompt and answer of each sampling request. */
  readonly reviewSampling: 'always' | 'never'
  /** Time limit of operations without one. */
  readonly timeoutMs: number
  /** The level that servers are asked to log; undefined: theirs. */
  readonly logLevel?: 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'
  /** The model that answers sampling; undefined: the person writes the answers. */
  readonly model?: { readonly url: string; readonly name: string }
  /** True: the console keeps a recording of everything, on disk until it ends. Always true at present. */
  readonly isRecording: boolean
}

export type SettingsChange = {
  readonly confirmCalls?: Settings['confirmCalls']
  readonly reviewSampling?: Settings['reviewSampling']
  readonly timeoutMs?: number
  readonly logLevel?: Settings['logLevel'] | null
}
