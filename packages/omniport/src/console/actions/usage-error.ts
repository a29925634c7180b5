/** Wrong input of the page. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
