// What can go wrong, in both languages: by the lab's code for it, and in Persian by the lab's own sentence where many
// people will meet it.

export const en = {
  lost: 'The connection to the lab was lost; try again in a moment.',
  busy: 'The lab is busy; try again in a moment.',
  stopped: 'The search was stopped before it had an answer.',
  'bad-json': 'This page and the lab do not understand each other; load the page anew. ({message})',
  'bad-request': 'This page and the lab do not understand each other; load the page anew. ({message})',
  'unknown-request': 'This page and the lab do not understand each other; load the page anew. ({message})',
  internal: 'Something in the lab went wrong; the next request will work as if nothing had happened. ({message})',
};

export const fa = {
  lost: 'پیوند با آزمایشگاه گسست؛ کمی بعد دوباره تلاش کنید.',
  busy: 'آزمایشگاه سرش شلوغ است؛ کمی بعد دوباره تلاش کنید.',
  stopped: 'جست‌وجو پیش از رسیدن به پاسخ ایستاد.',
  'bad-json': 'این صفحه و آزمایشگاه زبان یکدیگر را نمی‌فهمند؛ صفحه را دوباره باز کنید. ({message})',
  'bad-request': 'این صفحه و آزمایشگاه زبان یکدیگر را نمی‌فهمند؛ صفحه را دوباره باز کنید. ({message})',
  'unknown-request': 'این صفحه و آزمایشگاه زبان یکدیگر را نمی‌فهمند؛ صفحه را دوباره باز کنید. ({message})',
  internal: 'چیزی در آزمایشگاه خراب شد؛ درخواست بعدی مانند همیشه کار می‌کند. ({message})',
  'bad-input': 'این را نمی‌توان به کار برد: {message}',
  'illegal-move': 'این حرکت اکنون ممکن نیست: {message}',
  'not-found': 'چنین چیزی در آزمایشگاه نیست: {message}',
  conflict: 'اکنون نمی‌شود: {message}',
  'too-large': 'این از اندازهٔ مجاز بزرگ‌تر است: {message}',
};

const things = {
  game: 'بازی‌ای',
  replay: 'بازپخشی',
  run: 'اجرایی',
  tree: 'درختی',
  analysis: 'تحلیلی',
  match: 'مسابقه‌ای',
};

/** Sentences of the lab, and the same in Persian; `code` keeps what is spelled from left to right together. */
export const sentences = [
  [
    /^there is no (game|replay|run|tree|analysis|match) '([^']*)'$/,
    (m, code) => `${things[m[1]]} به نام ${code(m[2])} نیست.`,
  ],
  [
    /^'[^']*': '([^']*)' is not a setting of ([^;]+); it has (.+)$/,
    (m, code) => `${code(m[1])} از تنظیم‌های ${code(m[2])} نیست؛ این‌ها هست: ${code(m[3])}`,
  ],
  [
    /^(.+) has no agent '([^']*)'; it has (.+)$/,
    (m, code, say) => `«${say(m[1])}» عاملی به نام ${code(m[2])} ندارد؛ این‌ها را دارد: ${code(m[3])}`,
  ],
  [
    /^'[^']*': (\S+) cannot be '([^']*)'; (?:use|the game has) (.+)$/,
    (m, code) => `${code(m[1])} نمی‌تواند ${code(m[2])} باشد؛ یکی از این‌ها را بنویسید: ${code(m[3])}`,
  ],
  [
    /^(?:move (\d+): )?'([^']*)' is not [^;]+; (?:legal here:|use) (.+)$/,
    (m, code, say, digits) =>
      `${m[1] ? `حرکت ${digits(m[1])}: ` : ''}${code(m[2])} شدنی نیست؛ حرکت‌های مجاز: ${code(m[3])}`,
  ],
  [
    /^(?:.*?line \d+, column \d+: )?the bracket of line (\d+), column (\d+) is open; close it with '(.)'$/,
    (m, code, say, digits) =>
      `کروشهٔ سطر ${digits(m[1])}، ستون ${digits(m[2])} باز مانده است؛ با ${code(m[3])} ببندیدش.`,
  ],
];
