import type { DriverCallOptions } from './driver.js'

/** How the SDK is told of options, which has the names of the wire. */
export function toSdkOptions({ signal, onProgress }: DriverCallOptions) {
  const onprogress = onProgress && (({ progress: done, ...rest }: Progress) => onProgress({ done, ...rest }))
  return { ...(signal && { signal }), ...(onprogress && { onprogress }) }
}

interface Progress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}
