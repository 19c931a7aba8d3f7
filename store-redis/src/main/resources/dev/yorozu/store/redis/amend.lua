-- Finds the fields of a JSON object that an amendment changes, in the object's text, with the steps of the JsonText class
-- of the core and so with the same faults. Stands before the script that applies batches, and costs the batches that amend
-- nothing no more than its outermost function.
--
-- It makes a function of a text, and of where the amendment's arguments begin and end. These are, for each object whose
-- fields change: the names that lead to it, how many changes, and for each of these the field's name, and either a
-- command that counts ('RESULT' where the write itself gives the count) and the number of the write whose key it counts,
-- or nothing and the value. The function returns, in the order of the text, {from, to, what comes before the value, where
-- the arguments of the value are} for each change; or nil when the text is no object that has these fields.

local function amending(args)
  local match, find, byte = string.match, string.find, string.byte

  -- Where the string that begins here ends: behind its closing quote. Nil when it does not end, or is none.
  local function string_end(text, at)
    if byte(text, at) ~= 34 then
      return nil
    end
    at = find(text, '["\\]', at + 1)
    while at and byte(text, at) == 92 do
      at = find(text, '["\\]', at + 2)
    end
    return at and at + 1
  end

  local function value_end(text, at)
    local first = byte(text, at)
    if first == 34 then
      return match(text, '^"[^"\\]*"()', at) or string_end(text, at)
    elseif first ~= 123 and first ~= 91 then
      at = match(text, '^[0-9A-Za-z.+-]+()', at)
      return at and at <= #text and at
    end
    local depth = 0
    repeat
      at = find(text, '["{}%[%]]', at)
      local found = at and byte(text, at)
      if not at then
        return nil
      elseif found == 34 then
        at = string_end(text, at)
      else
        depth = depth + ((found == 123 or found == 91) and 1 or -1)
        at = at + 1
      end
    until not at or depth == 0
    return at
  end

  -- Walks over the object that begins here, until all wanted fields were met or it ends, and adds what was found to the
  -- edits. Returns 0 when all were met, else where the object ends and whether it has no fields; nil when the text is no
  -- object as far as that.
  local function walk(text, at, wanted, left, edits)
    at = match(text, '^[ \t\r\n]*{[ \t\r\n]*()', at)
    if not at then
      return nil
    elseif byte(text, at) == 125 then
      return at, true
    end
    while true do
      -- Most fields hold a plain string and have another behind them: one look is enough for those.
      local name, from, to, following =
        match(text, '^"([^"\\]*)"[ \t\r\n]*:[ \t\r\n]*()"[^"\\]*"()[ \t\r\n]*,[ \t\r\n]*()', at)
      if not name then
        name, from = match(text, '^"([^"\\]*)"[ \t\r\n]*:[ \t\r\n]*()', at)
        if not name then -- It holds an escape, and is not wanted then.
          at = string_end(text, at)
          from = at and match(text, '^[ \t\r\n]*:[ \t\r\n]*()', at)
        end
        to = from and value_end(text, from)
        if not to then
          return nil
        end
      end
      if name and wanted[name] then
        edits[#edits + 1] = {from, to, '', wanted[name]}
        wanted[name] = nil
        left = left - 1
        if left == 0 then
          return 0
        end
      end
      at = following or match(text, '^[ \t\r\n]*,[ \t\r\n]*()', to)
      if not at then
        at = match(text, '^[ \t\r\n]*()}', to)
        return at, false
      end
    end
  end

  return function(text, from, to)
    local edits = {text = text}
    while from < to do
      local start, count = 1, tonumber(args[from + 1])
      if args[from] ~= '' then
        for name in string.gmatch(args[from], '[^.]+') do
          local met = {}
          if walk(text, start, {[name] = 0}, 1, met) ~= 0 then
            return nil
          end
          start = met[1][1]
        end
      end
      local wanted, last = {}, from + 3 * count
      for i = from + 2, last, 3 do
        wanted[args[i]] = i + 1
      end
      local stop, empty = walk(text, start, wanted, count, edits)
      if not stop then
        return nil
      elseif stop > 0 then
        for i = from + 2, last, 3 do
          if wanted[args[i]] then
            edits[#edits + 1] = {stop, stop, (empty and '"' or ',"') .. args[i] .. '":', i + 1}
            empty = false
          end
        end
      end
      from = last + 2
    end
    -- Those of one object are in order. To insert keeps additions to one object as they came.
    for i = 2, #edits do
      local edit, place = edits[i], i
      while place > 1 and edits[place - 1][1] > edit[1] do
        edits[place] = edits[place - 1]
        place = place - 1
      end
      edits[place] = edit
    end
    return edits
  end
end

