import { attempt } from '../session/attempt.js'
import type { SessionContext } from '../session/session-context.js'
import { contentsPart } from './parts.js'
import { showParts } from './show-parts.js'

/** Reads a resource and shows its contents. */
export async function showResource(context: SessionContext, server: string, uri: string): Promise<void> {
  const { host, screen } = context
  const got = await attempt(screen, `Reading ${uri}`, ({ signal, update }) =>
    host.readResource({ server, uri }, { signal, onProgress: update }),
  )
  if (got === undefined) return
  await showParts(context, { server, title: uri, parts: got.contents.map(contentsPart), json: got })
}
