/**
 * An answer in another shape than its method's own: that of an extension, or a task. Its members travel unchanged; in the
 * modern era the codec adds the type and the name of the server.
 *
 * spec: basic/index#resulttype
 */
export class ExtendedResult {
  /** `complete`, or a type that the extension defines. */
  readonly resultType: string
  readonly members: object

  constructor(resultType: string, members: object) {
    this.resultType = resultType
    this.members = members
  }
}
