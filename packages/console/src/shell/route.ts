/** The parts of a server that have a view. */
export const sections = ['overview', 'tools', 'resources', 'prompts', 'skills', 'tasks', 'log'] as const
export type Section = (typeof sections)[number]

export const workspaces = ['history', 'tests', 'permissions', 'settings', 'add'] as const
export type Workspace = (typeof workspaces)[number]

/** What the page shows. It is in the fragment of the address, so that a view can be linked to. */
export type Route =
  | { readonly view: 'start' }
  | { readonly view: 'server'; readonly server: string; readonly section: Section; readonly item?: string }
  | { readonly view: Workspace; readonly item?: string }

/** Reads the fragment of an address. What it does not understand is the start. */
export function parseRoute(hash: string): Route {
  const [first, second, third, ...rest] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode)
  const workspace = workspaces.find((each) => each === first)
  if (workspace !== undefined) return second ? { view: workspace, item: second } : { view: workspace }
  if (first !== 'servers' || !second) return { view: 'start' }
  const section = sections.find((each) => each === third) ?? 'overview'
  const item = rest.join('/')
  return { view: 'server', server: second, section, ...(item === '' ? {} : { item }) }
}

/** The fragment of a view. */
export function formatRoute(route: Route): string {
  if (route.view === 'start') return '#/'
  const parts =
    route.view === 'server' ? ['servers', route.server, route.section, route.item] : [route.view, route.item]
  const encoded = parts.flatMap((part) => (part === undefined ? [] : encodeURIComponent(part)))
  return `#/${encoded.join('/')}`
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
