export type { ReplyFacts, ReplyPart } from '@/lib/core/reply-part'
