const key = 'omniport-token'

/**
 * The token of this start of the command. It comes once in the fragment of the address, is moved to the storage of this tab, and
 * taken out of the address, so that what is copied from there has none.
 */
export function takeToken(window: Window): string | undefined {
  const { location, sessionStorage, history } = window
  const given = /^#(?:.*&)?token=([\w-]+)(?:&to=(.*))?$/.exec(location.hash)
  if (given?.[1] !== undefined) {
    sessionStorage.setItem(key, given[1])
    history.replaceState(null, '', `${location.pathname}${given[2] === undefined ? '' : `#${given[2]}`}`)
  }
  return sessionStorage.getItem(key) ?? undefined
}
