import { toRecord } from '../../wire/raw-connection.js'

export interface Documents {
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
}

/** A JSON object from a URL, or why there is none. */
export async function fetchDocument(
  url: string,
  { fetch, signal }: Documents,
): Promise<Readonly<Record<string, unknown>> | string> {
  try {
    const response = await fetch(url, { signal, headers: { accept: 'application/json' } })
    if (!response.ok) return `HTTP status ${response.status}`
    return toRecord(await response.json())
  } catch (reason) {
    signal.throwIfAborted()
    return reason instanceof Error ? reason.message : String(reason)
  }
}
