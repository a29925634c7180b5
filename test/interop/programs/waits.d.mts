/** What makes one call wait for another. */
export declare class Waits {
  /** No more than that it is one. */
  readonly wait: (signal: AbortSignal, key?: string) => Promise<string>
}
