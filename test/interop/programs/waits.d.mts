/** What makes one call wait for another. */
export declare class Waits {
  readonly wait: (signal: AbortSignal, key?: string) => Promise<string>
  readonly started: (key?: string) => Promise<string>
  readonly cancelled: (key?: string) => Promise<string>
  readonly counted: (to: number, key?: string) => Promise<string>
  readonly received: (key?: string) => string
}
