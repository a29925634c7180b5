/** Why an operation cannot be a tool. `fromOpenApi` adds which operation it is. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported'
}
