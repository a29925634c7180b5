import type { Change, Filter } from './listening.js'

/** A server may name a part of a resource that the filter names. spec: basic/patterns/subscriptions#opening-a-stream */
export function matchesFilter(filter: Filter, change: Change): boolean {
  if (change.type !== 'resource') return filter[change.type] === true
  return filter.uris?.some((uri) => isPartOf(change.uri, uri)) ?? false
}

function isPartOf(uri: string, whole: string): boolean {
  if (!uri.startsWith(whole)) return false
  return uri.length === whole.length || whole.endsWith('/') || '/?#'.includes(uri.charAt(whole.length))
}
