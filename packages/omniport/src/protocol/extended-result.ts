/**
 * What an extension answers. Its members are its own and travel as they are; in the modern era the codec adds the type and
 * who answers.
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
