import { subscribe } from 'node:diagnostics_channel'

/** Counts the replies of `node:http` that are open: requests in flight, and streams. */
export function openReplies() {
  let open = 0
  subscribe('http.server.request.start', ({ response }) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
  })
  return () => open
}
