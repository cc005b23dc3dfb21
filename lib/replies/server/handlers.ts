import 'server-only'
import * as z from 'zod/mini'
import { invalid, problem } from '@/lib/core/problem'
import type { ReplyKey } from '@/lib/core/reply-part'
import { whole } from '@/lib/operations/schemas/scalars'
import { answerOnce, askedIn } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { checked, readJson } from '@/lib/platform/request'
import { type ReplyLocale, replyLocales } from '../languages'
import { isReplyKey, maxReplyCharacters, type OwnText, type Replies, replyTextProblem, tidied } from '../own-texts'
import { ownTexts, setReplyText, textVersions } from './reply-texts'

type OfSentence = { key: string }

/** `GET /api/desk/replies`: what the merchant account has made of its replies. */
export const readReplies = async (request: Request, person: Person): Promise<Replies> =>
  repliesFor(person, merchantFor(request, person).code)

export const repliesFor = async (person: Person, merchant: string): Promise<Replies> => ({
  texts: await ownTexts(merchant),
  agent: person.name,
})

/** `GET /api/desk/replies/{key}`: every text that a sentence had, newest first. */
export async function readReplyVersions(request: Request, person: Person, params: OfSentence): Promise<{ versions: OwnText[] }> {
  const key = sentenceIn(params)
  return { versions: await textVersions(merchantFor(request, person).code, key) }
}

const languages = Object.keys(replyLocales) as [ReplyLocale, ...ReplyLocale[]]
const given = z.strictObject({
  language: z.enum(languages, 'Choose a reply language'),
  text: z.nullable(
    z.string('Enter some text').check(z.maxLength(4 * maxReplyCharacters, `Use ${maxReplyCharacters} characters or fewer`)),
  ),
  version: whole(0, 1_000_000),
})

/** `PUT /api/desk/replies/{key}`: the account's own text of a sentence in a language, or null for the built-in one. Answers with all of them. */
export async function putReply(request: Request, person: Person, params: OfSentence): Promise<Replies | Response> {
  const merchant = merchantFor(request, person).code
  const { language, version, ...reply } = checked(given, await readJson(request))
  const key = sentenceIn(params)
  const text = reply.text === null ? null : tidied(reply.text)
  const wrong = text === null ? null : replyTextProblem(key, text)
  if (wrong !== null) throw invalid([{ field: 'text', title: wrong }])
  return answerOnce(
    askedIn(request, person, { what: 'setReplyText', merchant, content: { key, language, text, version } }),
    (claim) => setReplyText(person, { merchant, key, language }, { text, version }, claim),
    () => repliesFor(person, merchant),
  )
}

function sentenceIn({ key }: OfSentence): ReplyKey {
  if (!isReplyKey(key)) throw problem('notFound', 'We couldn’t find a sentence with that name.')
  return key
}
