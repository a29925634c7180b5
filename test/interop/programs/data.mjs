/** An image of three bytes, in base64. */
export const dot = 'AAH/'

/** Notes that have a name. */
export const names = ['milk', 'mint', 'tea']

const byCountry = new Map([
  ['Norway', ['Oslo', 'Bergen']],
  ['Japan', ['Osaka', 'Tokyo']],
])

/** The cities of a country; without one, all there are. */
export function cities(country) {
  return country === undefined ? [...byCountry.values()].flat() : (byCountry.get(country) ?? [])
}

/** Whether what is suggested goes on from what was typed. */
export function startsWith(typed) {
  return (text) => text.startsWith(typed)
}
