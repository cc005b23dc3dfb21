import { Select } from '@/components/ui/select'
import { useWording } from '@/lib/replies/client/use-wording'
import { languageLabels, type ReplyLocale, replyLocales } from '@/lib/replies/languages'

/** In which language the replies to this buyer are written. */
export function ReplyLanguage() {
  const { locale, failed, choose } = useWording()
  return (
    <>
      <Select
        size="small"
        aria-label="Language of the reply"
        value={failed ? 'en' : locale}
        onChange={(event) => choose(event.target.value as ReplyLocale)}
      >
        {Object.entries(replyLocales).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </Select>
      {failed && (
        <span role="status" className="text-deferred text-meta">
          {languageLabels[locale]} didn’t load, so this is in English. Choose it again to retry.
        </span>
      )}
    </>
  )
}
