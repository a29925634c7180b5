import type { DriverCallOptions } from './driver.js'

/** How the SDK is given options. */
export function toSdkOptions({ signal, onProgress }: DriverCallOptions) {
  return { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) }
}
